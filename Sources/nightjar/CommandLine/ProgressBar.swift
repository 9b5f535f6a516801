import Glibc
import Signals
import Synchronization

/// Progress of a long job on standard error, from any thread: a bar on a terminal, nothing elsewhere.
final class ProgressBar: Sendable {
    private let label: String
    private let shown = Mutex(-1)

    init(_ label: String) { self.label = label.harmless() }

    /// Shows a fraction, 0 ... 1.
    func update(_ fraction: Double) {
        let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
        guard Output.isTerminal, shown.withLock({ replace(&$0, with: percent) }) else { return }
        let bar = String(repeating: "█", count: percent / 4) + String(repeating: "░", count: 25 - percent / 4)
        redraw("\(label) \(bar) \(percent) %")
    }

    /// Removes the bar.
    func finish() {
        if shown.withLock({ replace(&$0, with: -1) }) { redraw("") }
    }

    private func replace(_ value: inout Int, with new: Int) -> Bool {
        defer { value = new }
        return value != new
    }

    private func redraw(_ text: String) {
        let bytes = Array("\r\u{1B}[K\(text)".utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
