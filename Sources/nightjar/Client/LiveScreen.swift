import CLinux
import Documents
import Glibc
import NightjarClient

/// Heart rate, variability, load and link of each device, redrawn in place on a terminal; elsewhere one line for each
/// load reading.
final class LiveScreen: LiveView {
    /// The one device that is shown; nil for all.
    private let only: String?
    /// Whether everything is on one line.
    private let isOneLine: Bool
    private var devices: [String: LiveTile] = [:]
    private var drawnLines = 0
    private let isTerminal = isatty(STDOUT_FILENO) == 1

    /// A screen without anything yet.
    /// - Parameters:
    ///   - device: the one device that is shown; nil for all.
    ///   - isOneLine: whether everything is on one line.
    init(of device: String?, isOneLine: Bool) { (only, self.isOneLine) = (device, isOneLine) }

    func show(_ message: LiveMessage) -> Bool {
        if case .snapshot(let snapshot) = message.event {
            // Whatever was shown before: a line that was lost begins anew.
            devices = [:]
            for device in snapshot.devices where only.map({ $0 == device.id }) ?? true {
                update(device.id, .device(device))
                if let recent = snapshot.recent[device.id] { devices[device.id]?.begin(with: recent) }
            }
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
        guard !isOneLine else { return redraw(oneLine: width) }
        var lines = devices.sorted { $0.key < $1.key }.flatMap { $0.value.lines(width: width) + [ScreenLine(text: "")] }
        if lines.isEmpty { lines = [ScreenLine(text: "No device yet; the dashboard says how to begin.")] }
        let hint = "q ends it; the gateway goes on."
        if hint.count < width { lines.append(ScreenLine(text: hint)) }
        lines = Array(lines.prefix(max(1, Int(rows) - 1)))
        try? Output.draw(lines, over: drawnLines)
        drawnLines = lines.count
    }

    private func redraw(oneLine width: Int) {
        let each = max(20, width / max(1, devices.count))
        let line = devices.sorted { $0.key < $1.key }
            .map { $0.value.oneLine(width: each - 1, isNamed: devices.count > 1) }.joined(separator: " ")
        try? Output.draw([ScreenLine(text: line.isEmpty ? "No device yet." : line)], over: drawnLines)
        drawnLines = 1
    }
}
