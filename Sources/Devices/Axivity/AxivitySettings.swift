package import Signals

/// Rate and range, in reply to `RATE`.
package struct AxivityRate: Hashable, Sendable {
    /// The rate code of the file format: rate in bits 0 to 3, low power in bit 4, range in bits 6 and 7.
    package var code: UInt8
    /// Range of the gyroscope in degrees per second; 0 for off, nil for a recorder without one.
    package var gyroscope: Int?

    /// A rate from the code of the recorder.
    package init(code: UInt8, gyroscope: Int? = nil) {
        self.code = code
        self.gyroscope = gyroscope
    }

    /// A rate from what a person asks for; nil for a combination that the recorder does not know.
    /// - Parameters:
    ///   - hertz: 6.25, 12.5, 25, 50, 100, 200, 400, 800, 1600 or 3200.
    ///   - range: 2, 4, 8 or 16 g.
    ///   - gyroscope: 0, 125, 250, 500, 1000 or 2000 degrees per second; nil for a recorder without one.
    package init?(hertz: Double, range: Int, gyroscope: Int? = nil) {
        guard let rate = (6...15).first(where: { 3200 / Double(1 << (15 - $0)) == hertz }),
            let width = [16, 8, 4, 2].firstIndex(of: range),
            gyroscope.map({ [0, 125, 250, 500, 1000, 2000].contains($0) }) ?? true
        else { return nil }
        self.init(code: UInt8(width << 6 | rate), gyroscope: gyroscope)
    }

    /// Reads `RATE=74,100` or `RATE=74,100,0`.
    /// - Throws: `DecodeError` for anything else.
    package init(line: String) throws(DecodeError) {
        let fields = try AxivityFields(line, after: "RATE=")
        code = try fields.number(0)
        gyroscope = fields.count > 2 ? Int(try fields.number(2) as UInt16) : nil
    }

    /// Samples per second.
    package var hertz: Double { 3200 / Double(1 << (15 - Int(code & 15))) }
    /// The largest acceleration in g.
    package var range: Int { 16 >> Int(code >> 6) }
    /// As `RATE` takes it. An AX6 turns its gyroscope off when that is left out, so it never is.
    var argument: String { gyroscope.map { "\(code),\($0)" } ?? "\(code)" }
}

/// A number behind a name, such as `SESSION=12`.
package struct AxivityNumber: Hashable, Sendable {
    /// The number.
    package var value: Int

    /// Reads `NAME=number`.
    /// - Throws: `DecodeError` for anything else.
    package init(line: String, name: String) throws(DecodeError) {
        let number: Int32 = try AxivityFields(line, after: "\(name)=").number(0)
        value = Int(number)
    }
}
