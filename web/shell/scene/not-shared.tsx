import { Lock } from 'lucide-react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Shown instead of a page that the share of the chosen scene does not include. */
export function NotShared() {
  return (
    <EmptyState
      className="flex-1"
      icon={Lock}
      title={{ zh: '该场景的分享不包含此页', en: 'This page is not part of the share' }}
      hint={{
        zh: '可选择其他场景，或请场景的所属团队改为“可管理”分享。',
        en: 'Choose another scene, or ask the team that owns this one for a share that can manage.',
      }}
    />
  )
}
