// The frame of every page: sessions at the side, the page in the middle. On a small screen the sessions come as a drawer.
import { Menu as MenuIcon, PanelLeftOpen } from "lucide-react"
import { type ReactNode, useEffect } from "react"
import { useLocation } from "wouter"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { Boundary } from "../ui/boundary.tsx"
import { IconButton } from "../ui/button.tsx"
import { cx } from "../ui/cx.ts"
import { Banner } from "./banner.tsx"
import { Drawer } from "./drawer.tsx"
import { foldSidebar, openDrawer, shell } from "./shell.ts"
import { Sidebar } from "./sidebar.tsx"
import { SkipLinks } from "./skip-links.tsx"

export function Layout({ children }: { readonly children: ReactNode }) {
  const { isDrawerOpen, isFolded } = useObservable(shell)
  const [path] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer.
  useEffect(() => openDrawer(false), [path])
  return (
    <div className="flex h-full flex-col">
      <SkipLinks />
      <Banner />
      <div className="flex min-h-0 grow">
        <div className={cx("w-[17rem] shrink-0 border-e border-line max-md:hidden", isFolded && "hidden")}>
          <Sidebar />
        </div>
        {isDrawerOpen && (
          <Drawer onClose={() => openDrawer(false)}>
            <Sidebar />
          </Drawer>
        )}
        <main id="page" tabIndex={-1} className="relative flex min-w-0 grow flex-col outline-none">
          <Boundary of={path}>{children}</Boundary>
        </main>
      </div>
    </div>
  )
}

/** Opens the list of sessions, where it is not in sight. Every page has it at the start of its header. */
export function SidebarButton() {
  const { isFolded } = useObservable(shell)
  return (
    <>
      <IconButton
        icon={MenuIcon}
        label={t("app.showSessions")}
        className="md:hidden"
        onClick={() => openDrawer(true)}
      />
      {isFolded && (
        <IconButton
          icon={PanelLeftOpen}
          label={t("app.showSessions")}
          className="max-md:hidden"
          onClick={() => foldSidebar(false)}
        />
      )}
    </>
  )
}

/** The head of a page: a way to the sessions, a title, and what the page adds. */
export function PageHeader({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) {
  return (
    <header className="flex min-h-13 items-center gap-1 border-b border-line px-2 py-1.5">
      <SidebarButton />
      <h1 className="min-w-0 grow truncate px-1 text-[0.9375rem] font-semibold">{title}</h1>
      {children}
    </header>
  )
}
