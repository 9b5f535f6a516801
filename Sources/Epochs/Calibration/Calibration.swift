import CEpochs

/// A scale and an offset per axis that make gravity 1 g in every direction: true = raw · scale + offset.
public struct Calibration: Hashable, Sendable {
    /// The offset that is added after scaling, in g.
    public var offset: SIMD3<Double>
    /// The factor of the raw values.
    public var scale: SIMD3<Double>

    /// Memberwise; what is not given has its default.
    public init(offset: SIMD3<Double> = .zero, scale: SIMD3<Double> = SIMD3(repeating: 1)) {
        self.offset = offset
        self.scale = scale
    }

    var offset4: SIMD4<Double> { SIMD4(offset, 0) }
    var scale4: SIMD4<Double> { SIMD4(scale, 0) }

    /// The calibrated value of one sample, in g.
    @inlinable
    public func apply(_ value: SIMD3<Double>) -> SIMD3<Double> { value * scale + offset }

    /// Samples of three axes, calibrated.
    public func applied(to values: [Float]) -> [Float] {
        let (scale, offset) = ([scale.x, scale.y, scale.z], [offset.x, offset.y, offset.z])
        let whole = values.count / 3
        return [Float](unsafeUninitializedCapacity: values.count) { made, count in
            count = values.count
            values.withUnsafeBufferPointer { values in
                nightjar_calibrate(values.baseAddress, whole, scale, offset, made.baseAddress)
            }
            // What is no whole sample stays as it is.
            for index in (3 * whole)..<count { made[index] = values[index] }
        }
    }
}
