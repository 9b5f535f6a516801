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

    /// Calibrates samples of three axes in place.
    public func apply(to values: inout [Float]) {
        let (scaleX, scaleY, scaleZ) = (scale.x, scale.y, scale.z)
        let (x, y, z) = (offset.x, offset.y, offset.z)
        values.withUnsafeMutableBufferPointer { values in
            for index in stride(from: 0, to: values.count - 2, by: 3) {
                values[index] = Float(Double(values[index]) * scaleX + x)
                values[index + 1] = Float(Double(values[index + 1]) * scaleY + y)
                values[index + 2] = Float(Double(values[index + 2]) * scaleZ + z)
            }
        }
    }
}
