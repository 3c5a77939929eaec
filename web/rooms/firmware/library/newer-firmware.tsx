import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { useEffect } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'

interface Made {
  vendor: string
  model: string
  firmware: string
}

interface NewerFirmwareProps {
  input: { scene_id?: number }
  /** Is handed what answers the version the library has for a device that runs something older. */
  onKnown: (newer: { of: (device: Made) => string | undefined }) => void
}

/** One small question for a whole list, however many rows and pages it has. */
export function NewerFirmware({ input, onKnown }: NewerFirmwareProps) {
  const { data } = useQueryCall(firmwareCalls.check, input)
  useEffect(() => {
    if (!data?.behind) return
    const models = new Map(data.models.map((one) => [one.vendor + one.model, one]))
    const of = ({ vendor, model, firmware }: Made) => {
      const known = models.get(vendor + model)
      return known?.old.includes(firmware) ? known.version : undefined
    }
    onKnown({ of })
    return () => onKnown({ of: () => undefined })
  }, [data, onKnown])
  return null
}
