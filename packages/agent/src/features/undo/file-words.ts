// Results for the model when a call did not run because of what a file holds.

export function changedSince(name: string, path: string): { readonly code: string; readonly message: string } {
  const message = `Not run: "${path}" was changed after "${name}" was shown to the user, who approved something else. Nothing was written. Look at the file again, then call again.`
  return { code: CHANGED_SINCE, message }
}

export const CHANGED_SINCE = "changed-since-approval"

export function hidesSecret(path: string): { readonly code: string; readonly message: string } {
  const message = `Not run: "${path}" holds a secret, which you were shown as "[redacted]". Written back, that would take the secret's place. Change the other lines with edit_file, or ask the user to do it.`
  return { code: "holds-secret", message }
}

/** Another program or person changed the file after the call was prepared: before it ran, or before it was resumed. */
export function changedByOthers(name: string, path: string): { readonly code: string; readonly message: string } {
  const message = `Not run: "${path}" was changed by somebody else after "${name}" was called. Nothing was written. Look at the file again, then decide anew.`
  return { code: CHANGED_BY_OTHERS, message }
}

export const CHANGED_BY_OTHERS = "changed-since"
