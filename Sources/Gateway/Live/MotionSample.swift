/// One sample of acceleration on its way through a device's ring.
struct MotionSample: BitwiseCopyable, Sendable {
    /// Nanoseconds since 1970, UTC.
    var time: Int64
    /// Acceleration along x, in g; `y` and `z` likewise.
    var x: Float
    var y: Float
    var z: Float
}
