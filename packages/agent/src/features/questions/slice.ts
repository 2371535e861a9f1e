// What a call has asked a person, and what they answered: the questions' part of a call.

export interface QuestionCall {
  /** The fact with the question that the tool has asked while it runs, until it is answered or withdrawn. */
  readonly asking?: number
  readonly answer?: string
}
