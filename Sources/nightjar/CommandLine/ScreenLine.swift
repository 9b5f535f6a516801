import Signals

/// A line of a screen that is drawn over itself: its own text, and before it perhaps a heading in bold.
struct ScreenLine {
    /// Text in bold.
    var heading = ""
    /// Text in normal weight.
    var text: String

    /// What a terminal is sent for it; nothing in its text steers the terminal.
    var drawn: String {
        let bold = heading.isEmpty ? "" : "\u{1B}[1m\(heading.harmless())\u{1B}[0m"
        return "\r\u{1B}[K\(bold)\(text.harmless())\n"
    }
}
