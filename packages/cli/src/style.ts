// Colours, when somebody is there to see them: stdout is a terminal and NO_COLOR is unset.

type Paint = (text: string) => string

const { NO_COLOR } = process.env
const isColoured = process.stdout.isTTY === true && (NO_COLOR === undefined || NO_COLOR === "")

export const bold = paint(1, 22)
export const dim = paint(2, 22)
export const red = paint(31, 39)
export const green = paint(32, 39)
export const yellow = paint(33, 39)
export const cyan = paint(36, 39)

function paint(on: number, off: number): Paint {
  return isColoured ? (text) => `\u001b[${on}m${text}\u001b[${off}m` : (text) => text
}
