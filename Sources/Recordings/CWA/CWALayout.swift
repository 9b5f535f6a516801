/// How samples lie in a sector.
struct CWALayout: Hashable {
    /// What a sample consists of.
    enum Packing: UInt8 {
        /// Three ten-bit values and a common exponent in 32 bits.
        case packed = 0x30
        /// Acceleration in 16 bits each.
        case acceleration = 0x32
        /// Angular velocity, then acceleration.
        case sixAxes = 0x62
        /// Angular velocity, acceleration and magnetic field; the last is not decoded.
        case nineAxes = 0x92
    }

    var packing: Packing
    /// Samples per second that were asked for.
    var hertz: Double
    /// The rate in the firmware's integer arithmetic.
    var wholeHertz: Int

    /// Bytes of a sample.
    var stride: Int {
        switch packing {
        case .packed: 4
        case .acceleration: 6
        case .sixAxes: 12
        case .nineAxes: 18
        }
    }

    /// Samples that fit in a sector.
    var capacity: Int { CWASector.sampleBytes / stride }
    /// Where acceleration begins in a sample.
    var accelerationOffset: Int { hasAngularVelocity ? 6 : 0 }
    /// Whether there is a gyroscope.
    var hasAngularVelocity: Bool { packing == .sixAxes || packing == .nineAxes }
}
