/** The folder with the built files of the web app. */
export const folder: string
