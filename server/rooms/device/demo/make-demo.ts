import type { Words } from '@belvedere/contract/kit/text.ts'
import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { firstTeam } from '../../account/api.ts'
import { foundScene } from '../../scene/api.ts'
import { keepDemoScene, storeIsEmpty } from './store.ts'

/** The scenes of the demo network: the number its devices name them by, and where they are. */
const scenes = [
  { key: '1', name: '湖畔酒店 Lakeside Hotel', province: '浙江省', city: '杭州市', lat: 30.2431, lng: 120.1508 },
  { key: '2', name: '工业园区 Industrial Park', province: '江苏省', city: '苏州市', lat: 31.3189, lng: 120.7156 },
]

const said: Words = {
  zh: '已创建演示网络（两个场景，模拟设备）；在控制台可一键移除，或用 --no-demo 启动空库',
  en: 'A demo network was created (two scenes, simulated devices); remove it with one click, or start an empty store with --no-demo',
}

/** An empty store gets a living network to look at, once. */
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
  for (const { key, ...scene } of scenes) {
    const id = await foundScene({ db, access }, { ...scene, team_id, by: '', now: now() })
    if (id !== undefined) await keepDemoScene(db, key, id)
  }
}
