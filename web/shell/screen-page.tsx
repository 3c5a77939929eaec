import { useRouter, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect, type ComponentType } from 'react'
import type { ScreenSpec } from '../kit/routing/define-screen.ts'
import { screenTitle } from '../kit/routing/screen-title.ts'
import { SceneBound, useMay, useSession } from '../kit/session/session.ts'
import { say } from '../kit/words/words.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { areaPath } from './menu/menu-tree.ts'
import { HelpButton } from './help-button.tsx'
import { NoScene } from './scene/no-scene.tsx'
import { NotShared } from './scene/not-shared.tsx'
import { usePageRound } from './reload-page.ts'
import { SceneSelector } from './scene/scene-selector.tsx'
import { stripOf, SubNavigation } from './menu/sub-navigation.tsx'
import { useScenes } from './scene/use-scenes.ts'

/**
 * Page header and view of one screen; a scene-bound view is mounted once a scene is known, and again for another
 * scene.
 */
export function ScreenPage({ screen, View }: { screen: ScreenSpec; View: ComponentType }) {
  const round = usePageRound((s) => s.round)
  return (
    <main
      id="content"
      tabIndex={-1}
      aria-labelledby="page-title"
      className="flex min-h-0 min-w-0 flex-1 flex-col outline-none"
    >
      <PageHeader screen={screen} />
      <SubNavigation screen={screen} />
      {isBound(screen) ? <InScene key={round} screen={screen} View={View} /> : <Body key={round} View={View} />}
    </main>
  )
}

/** A plan is the same for every scene. */
const isBound = ({ sceneBound, planned }: ScreenSpec) => sceneBound === true && planned !== true

function InScene({ screen, View }: { screen: ScreenSpec; View: ComponentType }) {
  const { state, failure, retry } = useScenes(screen.allScenes ?? false)
  const id = useSession((s) => s.scene_id)
  if (state === 'none') return <NoScene failure={failure} onRetry={retry} />
  if (state === 'loading') return <Waiting />
  return (
    <SceneBound value={true}>
      <Shown key={id} screen={screen} View={View} />
    </SceneBound>
  )
}

/** A share may grant less than the page requires. */
function Shown({ screen, View }: { screen: ScreenSpec; View: ComponentType }) {
  const may = useMay()
  return may(...(screen.permission ?? [])) ? <Body View={View} /> : <NotShared />
}

let isFrameDrawn = false

/** Initially the frame is rendered first and the view follows in slices, so that no long task blocks a slow phone. */
function Body({ View }: { View: ComponentType }) {
  const isDue = useDeferredValue(true, isFrameDrawn)
  useEffect(() => {
    isFrameDrawn = true
  }, [])
  return (
    <Suspense fallback={<Waiting />}>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto p-4 pt-3 max-sm:p-2">{isDue && <View />}</div>
    </Suspense>
  )
}

function Waiting() {
  return (
    <div className="later flex flex-1 items-center justify-center text-faint">
      <Spinner className="size-5" />
    </div>
  )
}

function PageHeader({ screen }: { screen: ScreenSpec }) {
  const { MENU_BACK, tab } = useSearch({ strict: false }) as { MENU_BACK?: string; tab?: string }
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-2 px-4 pt-2 max-sm:px-3">
      {MENU_BACK === '1' && <BackArrow screen={screen} />}
      {isBound(screen) && <SceneSelector allScenes={screen.allScenes ?? false} />}
      <h1 id="page-title" className="min-w-0 truncate text-base font-semibold">
        {say(stripOf(screen)?.title ?? screenTitle(screen, tab))}
      </h1>
      {screen.help && <HelpButton topic={screen.help} />}
    </header>
  )
}

/** Returns to the page from which this one was opened; without one, to the first page of the area. */
function BackArrow({ screen }: { screen: ScreenSpec }) {
  const router = useRouter()
  const back = () =>
    router.history.canGoBack() ? router.history.back() : void router.navigate({ to: areaPath(screen.path) })
  return <IconButton icon={ArrowLeft} label={{ zh: '返回', en: 'Back' }} className="-ml-2" onClick={back} />
}
