// Which of the two dialogs of this folder is above the page.
import { Observable } from "../data/observable.ts"

export const overlay = new Observable<"palette" | "sheet" | undefined>(undefined)
