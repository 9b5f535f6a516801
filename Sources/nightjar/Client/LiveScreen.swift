import CLinux
import Documents
import Glibc
import NightjarClient

/// Heart rate, variability, load and link of each device, redrawn in place on a terminal; elsewhere one line for each
/// load reading.
final class LiveScreen: LiveView {
    private var devices: [String: LiveTile] = [:]
    private var drawnLines = 0
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    func show(_ message: LiveMessage) -> Bool {
        if case .snapshot(let snapshot) = message.event {
            for device in snapshot.devices { update(device.id, .device(device)) }
        } else if let id = message.device {
            update(id, message.event)
        }
        guard !isTerminal else {
            redraw()
            return message.isReading
        }
        guard case .load(let reading) = message.event else { return false }
        try? Output.line(devices[reading.device]?.line ?? "")
        return true
    }

    private func update(_ id: String, _ event: LiveEvent) {
        devices[id, default: LiveTile(id: id)].update(event)
    }

    private func redraw() {
        var (columns, rows): (UInt16, UInt16) = (80, 24)
        _ = nj_terminal_size(STDOUT_FILENO, &columns, &rows)
        let width = max(20, Int(columns))
        var lines = devices.sorted { $0.key < $1.key }.flatMap { $0.value.lines(width: width) + [ScreenLine(text: "")] }
        if lines.isEmpty { lines = [ScreenLine(text: "No device yet; the dashboard says how to begin.")] }
        lines = Array(lines.prefix(max(1, Int(rows) - 1)))
        try? Output.draw(lines, over: drawnLines)
        drawnLines = lines.count
    }
}
