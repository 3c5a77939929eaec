import { Drawer } from '../ui/drawer.tsx'
import { say } from '../kit/words.ts'
import { currentMenu } from './current-menu.ts'
import { PlaceList } from './side-menu.tsx'

/** On a narrow window: all areas below one another. */
export function MobileMenu({ open, onClose, path }: { open: boolean; onClose: () => void; path: string }) {
  return (
    <Drawer open={open} onClose={onClose} title={{ zh: '菜单', en: 'Menu' }} width={300}>
      <nav className="-m-3">
        {currentMenu().map((area) => (
          <section key={area.path} className="mb-2">
            <h2 className="px-4 py-1 font-semibold">{say(area.title)}</h2>
            <PlaceList places={area.children.length ? area.children : [area]} path={path} narrow={false} />
          </section>
        ))}
      </nav>
    </Drawer>
  )
}
