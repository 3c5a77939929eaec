import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { say } from '../../kit/words/words.ts'
import { Drawer } from '../../ui/dialogs/drawer.tsx'
import { cx } from '../../ui/base/join-classes.ts'
import { useOrderedMenu } from '../header/nav-order.ts'
import { MenuLink } from './menu-link.tsx'
import { areaPath, type MenuPlace } from './menu-tree.ts'
import { PlaceList } from './side-menu.tsx'

interface MobileMenuProps {
  open: boolean
  onClose: () => void
  path: string
}

/** On a narrow window: all areas below one another, the current area expanded. */
export function MobileMenu({ open, onClose, path }: MobileMenuProps) {
  const menu = useOrderedMenu()
  return (
    <Drawer open={open} onClose={onClose} title={{ zh: '菜单', en: 'Menu' }} width={300} side="left">
      <nav aria-label={say({ zh: '主菜单', en: 'Main menu' })} className="-mx-3 -mt-3 [&_a]:h-11 [&_button]:h-11">
        {menu.map((area) => (
          <Area key={area.path} area={area} path={path} />
        ))}
      </nav>
    </Drawer>
  )
}

function Area({ area, path }: { area: MenuPlace; path: string }) {
  const [open, setOpen] = useState(areaPath(path) === area.path)
  const [only] = area.children
  // The area has only one page.
  if (only && area.children.length === 1 && only.screen)
    return <MenuLink place={{ ...only, title: area.title }} path={path} narrow={false} />
  return (
    <section>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2.5 rounded-md px-2 text-left font-medium hover:bg-hover"
      >
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={cx('shrink-0 text-faint transition-transform', open && 'rotate-90')}
        />
        {say(area.title)}
      </button>
      {open && <PlaceList places={area.children} path={path} narrow={false} />}
    </section>
  )
}
