import CLinux
import Glibc

/// Heart rate, variability, load and link of each device, redrawn in place on a terminal; elsewhere one line for each
/// load reading.
final class LiveScreen: LiveView {
    private var devices: [String: LiveTile] = [:]
    private var drawnLines = 0
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    func show(_ message: LiveMessage) -> Bool {
        var lines = 0
        for fields in message.fields {
            guard let id = fields.device ?? fields.id else { continue }
            devices[id, default: LiveTile(id: id)].update(fields, message)
            if !isTerminal, message.kind == "load" {
                try? Output.line(devices[id]?.line ?? "")
                lines += 1
            }
        }
        guard isTerminal else { return lines > 0 }
        redraw()
        return message.isReading
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
