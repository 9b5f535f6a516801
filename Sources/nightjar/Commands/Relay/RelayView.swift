import Documents
import Glibc
import Relay
import Runtime
import Signals

/// A way to print relay events.
protocol RelayView {
    /// Prints one event.
    mutating func show(_ event: RelayEvent) throws
}

/// One JSON object per line and event.
struct RelayLines: RelayView {
    func show(_ event: RelayEvent) throws {
        if let line = event.json { try Output.line(line) }
    }
}

/// The watch face, redrawn in place on a terminal; elsewhere one line for each change of the load.
struct WatchScreen: RelayView {
    private var face = WatchFace()
    private var drawnLines = 0
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    mutating func show(_ event: RelayEvent) throws {
        face.update(event)
        guard isTerminal else {
            switch event {
            case .context: try Output.line(face.line)
            case .activated(let known) where !known.isEmpty: try Output.line(face.line)
            case .message where face.notice != nil: try Output.line(face.line)
            case .userInfo, .file: try Output.line(face.notice ?? event.text)
            default: break
            }
            return
        }
        let lines = face.lines(now: WallClock().now).map { ScreenLine(text: $0) }
        try Output.draw(lines, over: drawnLines)
        drawnLines = lines.count
    }
}
