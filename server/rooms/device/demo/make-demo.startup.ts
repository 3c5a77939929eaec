import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { firstTeam } from '../../account/api.ts'
import { foundScene } from '../../scene/api.ts'
import { saveDemoScene, storeIsEmpty } from './store.ts'

interface DemoScene {
  /** The number by which its devices identify it. */
  key: string
  name: Words
  province: Words
  city: Words
  lat: number
  lng: number
}

const scenes: readonly DemoScene[] = [
  {
    key: '1',
    name: { zh: '湖畔酒店', en: 'Lakeside Hotel' },
    province: { zh: '浙江省', en: 'Zhejiang' },
    city: { zh: '杭州市', en: 'Hangzhou' },
    lat: 30.2431,
    lng: 120.1508,
  },
  {
    key: '2',
    name: { zh: '工业园区', en: 'Industrial Park' },
    province: { zh: '江苏省', en: 'Jiangsu' },
    city: { zh: '苏州市', en: 'Suzhou' },
    lat: 31.3189,
    lng: 120.7156,
  },
]

const said: Words = {
  zh: '已创建演示网络（两个场景，模拟设备）；在控制台可一键移除，或用 --no-demo 启动空库',
  en: 'A demo network was created (two scenes, simulated devices); remove it with one click, or start an empty store with --no-demo',
}

/** Adds a demo network to an empty database, once. */
export const makeDemo = defineStartup<System>({
  order: 50,
  role: 'worker',
  async run(system) {
    if (system.config['no-demo'] || !(await storeIsEmpty(system.db))) return
    const first = await firstTeam(system)
    if (!first) return
    await system.database.transaction((db) => makeScenes(system, db, first.team_id))
    return [said]
  },
})

async function makeScenes({ access, now }: System, db: Db, team_id: number): Promise<void> {
  for (const { key, name, province, city, lat, lng } of scenes) {
    // a scene has one name for readers of both languages; places are spelled as in the console's Chinese list
    const place = { province: province.zh, city: city.zh, lat, lng }
    const id = await foundScene(
      { db, access },
      { ...place, name: `${name.zh} ${name.en}`, team_id, by: '', now: now() },
    )
    if (id !== undefined) await saveDemoScene(db, key, id)
  }
}
