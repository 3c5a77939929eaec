import { RotateCw, Unplug } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { isChunkMissing, partMissing } from './load-chunk.ts'
import { say } from '../words/words.ts'

interface PartBoundaryProps {
  part: () => ReactNode
  /** Called before the part is rendered again after an error. */
  again: (error: Error) => void
  /** The part is an overlay: the error is shown as an overlay, too, and can be closed. */
  onClose?: () => void
  /** Shows nothing on failure. */
  spare: boolean
}

/** Error boundary of a lazy part: if it cannot be loaded, an error is shown in its place. Other errors pass. */
export class PartBoundary extends Component<PartBoundaryProps, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentWillUnmount() {
    if (this.state.error) this.props.again(this.state.error)
  }

  retry = () => {
    if (this.state.error) this.props.again(this.state.error)
    this.setState({ error: undefined })
  }

  override render() {
    const { part, spare, onClose } = this.props
    const { error } = this.state
    if (!error) return part()
    if (!isChunkMissing(error)) throw error
    return spare ? null : <PartMissing onRetry={this.retry} onClose={onClose} />
  }
}

const over =
  'fixed top-[max(24px,8vh)] left-1/2 z-40 w-max max-w-[calc(100vw-24px)] -translate-x-1/2 rounded-xl bg-raised shadow-pop'

function PartMissing({ onRetry, onClose }: { onRetry: () => void; onClose?: () => void }) {
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center justify-center gap-2 p-3 text-soft ${onClose ? over : ''}`}
      onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
    >
      <Unplug size={16} aria-hidden="true" />
      {say(partMissing)}
      <Button size="s" icon={RotateCw} onClick={onRetry} autoFocus={onClose !== undefined}>
        {say({ zh: '重试', en: 'Try again' })}
      </Button>
      {onClose && (
        <Button size="s" onClick={onClose}>
          {say({ zh: '关闭', en: 'Close' })}
        </Button>
      )}
    </div>
  )
}
