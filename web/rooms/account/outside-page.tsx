import type { ReactNode } from 'react'
import { brand } from '../../kit/words/brand.ts'
import { LanguageSwitch } from '../../kit/words/language-switch.tsx'
import { Logo } from '../../kit/look/logo.tsx'
import { ThemeSwitch } from '../../kit/look/theme-switch.tsx'
import { say, type Words } from '../../kit/words/words.ts'
import { Outlook } from './outlook.tsx'

interface OutsidePageProps {
  title: Words
  hint: Words
  children: ReactNode
}

/**
 * The frame of all pages before sign-in: a picture beside the content on wide screens, language and theme above it.
 */
export function OutsidePage({ title, hint, children }: OutsidePageProps) {
  return (
    <div className="flex min-h-full bg-surface">
      <Aside />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex items-center gap-1 p-3">
          <span className="flex flex-1 items-center gap-2 px-1 font-semibold lg:invisible">
            <Logo />
            {say(brand)}
          </span>
          <LanguageSwitch />
          <ThemeSwitch />
        </header>
        <main className="mx-auto flex w-full max-w-[372px] flex-1 flex-col justify-center px-6 pb-[12vh]">
          <h1 className="text-[22px] leading-8 font-semibold tracking-tight">{say(title)}</h1>
          <p className="mt-1 mb-5 text-soft">{say(hint)}</p>
          {children}
        </main>
      </div>
    </div>
  )
}

function Aside() {
  return (
    <aside className="relative hidden w-[46%] max-w-180 shrink-0 overflow-hidden border-r border-line bg-canvas lg:block">
      <Outlook />
      <div className="relative p-10">
        <p className="flex items-center gap-2.5 text-lg font-semibold">
          <Logo size={28} />
          {say(brand)}
        </p>
      </div>
      <div className="absolute inset-x-10 bottom-12">
        <p className="text-[26px] leading-9 font-semibold tracking-tight">
          {say({ zh: '登高揽景，全网在握', en: 'See the whole network from above' })}
        </p>
        <p className="mt-2 max-w-100 text-base text-soft">
          {say({
            zh: '路由器、无线接入点、交换机与软路由，按场景统一管理，状态实时可见。',
            en: 'Routers, access points, switches and soft routers, kept in scenes and seen live.',
          })}
        </p>
      </div>
    </aside>
  )
}
