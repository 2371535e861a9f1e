// The questions' part of a call's state: what it has asked a person, and the answer.

/** What a call keeps of its question. */
export interface QuestionCall {
  /** The seq of the fact with the question that the running tool has asked, until it is answered or withdrawn. */
  readonly asking?: number
  readonly answer?: string
}
