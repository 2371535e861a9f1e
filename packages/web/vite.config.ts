// How the web app is built: plain files that a server with a strict content policy can send.
import tailwindcss from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  // Packages of this workspace are their TypeScript sources: nothing is built before.
  resolve: { conditions: ["@pawl/source", "module", "browser", "import", "default"] },
  build: {
    target: "es2022",
    // The content policy allows no data: URLs for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What most pages share is one file: forty small ones would weigh more.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "shared", test: /src\/(?:ui|data|app)\/|src\/i18n\/[\w-]+\.ts/ }] } },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/v1", "/auth"].map((path) => [path, { target: "http://127.0.0.1:7295", ws: true }] as const),
    ),
  },
})
