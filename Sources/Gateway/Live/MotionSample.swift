/// One sample of acceleration on its way through a device's ring.
struct MotionSample: BitwiseCopyable, Sendable {
    /// Nanoseconds since 1970.
    var time: Int64
    /// Acceleration in g.
    var x: Float
    var y: Float
    var z: Float
}
