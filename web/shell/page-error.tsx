import { useEffect } from 'react'
import { House, RotateCw, Unplug } from 'lucide-react'
import { say } from '../kit/words/words.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { isChunkMissing } from '../kit/loading/load-chunk.ts'
import { reloadLater } from '../kit/loading/reload-later.ts'

/**
 * Shown for a page that failed, with two links that load everything again, because a newer version may have been
 * installed.
 */
export function PageError({ error }: { error: unknown }) {
  const missing = isChunkMissing(error)
  useEffect(() => (missing ? reloadLater(error) : undefined), [missing, error])
  const title = missing
    ? { zh: '页面资源加载失败', en: 'Part of the console could not be loaded' }
    : { zh: '页面出错了', en: 'This page failed' }
  const hint = missing
    ? { zh: '网络中断，或控制台已更新到新版本', en: 'The network is down, or the console has been updated' }
    : error instanceof Error
      ? error.message
      : String(error)
  const ways = (
    <>
      <Button kind="primary" icon={RotateCw} onClick={() => location.reload()}>
        {say({ zh: '重新加载', en: 'Reload' })}
      </Button>
      <Button icon={House} onClick={() => location.assign('/')}>
        {say({ zh: '回到首页', en: 'Go to the start page' })}
      </Button>
    </>
  )
  return (
    <div role="alert" className="flex min-h-full flex-1 items-center justify-center">
      <EmptyState heading icon={Unplug} title={title} hint={hint} action={ways} />
    </div>
  )
}
