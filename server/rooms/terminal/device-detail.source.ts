import { defineDeviceDetail } from '../device/api.ts'
import { listOfDevice } from './store.ts'

export const terminalsOfDevice = defineDeviceDetail({ of: 'terminals', read: (ctx, id) => listOfDevice(ctx, id) })
