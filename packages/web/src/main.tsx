// Starts the web app.
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import "./app.css"
import { App } from "./app/app.tsx"
import { loadLanguage } from "./i18n/words.ts"

const root = document.getElementById("app")
if (root === null) throw new Error('index.html has no element with the id "app".')

await loadLanguage()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
