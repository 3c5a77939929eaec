import { Compass } from 'lucide-react'
import { Go } from '../kit/go.tsx'
import { say } from '../kit/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'

export function NotFound() {
  const back = (
    <Go
      to="/index"
      className="inline-flex h-8 items-center rounded-md bg-accent px-3 text-accent-ink hover:bg-accent-hover"
    >
      {say({ zh: '回到首页', en: 'Go to the start page' })}
    </Go>
  )
  return (
    <main className="flex min-h-full items-center justify-center">
      <EmptyState
        heading
        icon={Compass}
        title={{ zh: '页面不存在', en: 'There is no such page' }}
        hint={{
          zh: '地址可能有误，或您没有访问权限',
          en: 'The address may be wrong, or you may not be allowed to see it',
        }}
        action={back}
      />
    </main>
  )
}
