import CCrypto
import Glibc

/// A QR code (ISO/IEC 18004) as libqrencode draws it.
package struct QRCode: Sendable {
    /// Modules per side, without the quiet zone.
    package let width: Int
    private let modules: [Bool]
    /// Modules of the quiet zone on each side.
    private static let quiet = 4

    /// The code of a text; nil when libqrencode is not installed or the text is too long.
    package init?(_ text: String) {
        var width: Int32 = 0
        guard let found = nj_qr_code(text, &width) else { return nil }
        defer { free(found) }
        self.width = Int(width)
        modules = (0..<Int(width * width)).map { found[$0] != 0 }
    }

    /// Whether a module is dark; those outside are light.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        (0..<width).contains(column) && (0..<width).contains(row) && modules[row * width + column]
    }

    /// Lines for a terminal, two rows of modules each, dark on light whatever the terminal's colours.
    package var lines: [String] {
        let range = -Self.quiet..<width + Self.quiet
        return stride(from: -Self.quiet, to: width + Self.quiet, by: 2).map { row in
            let cells = range.map { column in
                switch (isDark(column, row), isDark(column, row + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;47m" + cells.joined() + "\u{1B}[0m"
        }
    }

    /// An SVG picture.
    package var svg: String {
        let side = width + 2 * Self.quiet
        var path = ""
        for row in 0..<width {
            for column in 0..<width where isDark(column, row) {
                path += "M\(column + Self.quiet) \(row + Self.quiet)h1v1h-1z"
            }
        }
        return
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\" shape-rendering=\"crispEdges\">"
            + "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/><path fill=\"#000\" d=\"\(path)\"/></svg>"
    }
}
