/// A sampling rate code: rate in the low four bits, low power in bit 4, range in the top two.
struct CWARate: Hashable {
    var code: UInt8

    /// Samples per second that were asked for, 0.098 ... 3200.
    var hertz: Double { 3200 / Double(1 << (15 - Int(code & 15))) }
    /// The rate as the firmware's integer arithmetic has it: 12 for 12.5.
    var wholeHertz: Int { 3200 >> (15 - Int(code & 15)) }
    /// The largest acceleration, in g.
    var range: Double { Double(16 >> (code >> 6)) }
}
