/// The layout of the samples in a sector.
struct CWALayout: Hashable {
    /// The values of a sample, by the high half of their code.
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
    /// The configured rate, in samples per second.
    var hertz: Double
    /// The rate in the firmware's integer arithmetic.
    var wholeHertz: Int

    /// Bytes of one sample.
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
    /// The offset of acceleration in a sample.
    var accelerationOffset: Int { hasAngularVelocity ? 6 : 0 }
    /// Whether samples have angular velocity.
    var hasAngularVelocity: Bool { packing == .sixAxes || packing == .nineAxes }
}
