import { Wifi } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { FirstAction } from '../device-table/batch-actions.tsx'
import { DeviceTable } from '../device-table/device-table.tsx'
import type { ListedDevice } from '../device-table/device.ts'
import { WirelessDialog } from '../../wireless/api.tsx'

// Not part of the first load of the page: it is shown only after a click.

interface ChosenDevices {
  devices: readonly ListedDevice[]
  done: () => void
}

export function View() {
  const may = useMay()
  const [chosen, setChosen] = useState<ChosenDevices>()
  const wireless = useCallback<FirstAction>(
    (pending, run) => (
      <Button
        kind="quiet"
        size="s"
        icon={Wifi}
        disabled={pending}
        onClick={run((devices, done) => setChosen({ devices, done }))}
      >
        {say({ zh: '配置无线', en: 'Configure Wi-Fi' })}
      </Button>
    ),
    [],
  )
  const close = () => setChosen(undefined)
  return (
    <>
      <DeviceTable kind="ap" firstAction={may('change.write') ? wireless : undefined} />
      <Suspense>
        {chosen && (
          <WirelessDialog
            devices={chosen.devices}
            onClose={close}
            onDone={() => {
              chosen.done()
              close()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
