/// The heart rate of the load: slow and sure, so that single bad beats and short movements do not reach it.
public struct SteadyRate: Hashable, Sendable {
    /// The median over 90 s, per minute.
    public var rate: Double
    /// Seconds since beats gave it: 0 where they do now, more where they fail and the last one is held.
    public var age: Double
    /// Share of the 90 s that good beats covered when it was measured, 0 ... 1.
    public var coverage: Double
    /// Whether the device computed the rates, because it sends no beats at all.
    public var isOfDevice: Bool

    /// Seconds that the median is over.
    public static let window = 90.0
    /// The fewest beats, or rates of a device, for a median.
    public static let fewest = 10
    /// Seconds for which the last one is held where beats fail.
    public static let longestHold = 600.0

    /// Memberwise; what is not given has its default.
    public init(rate: Double, age: Double = 0, coverage: Double = 1, isOfDevice: Bool = false) {
        self.rate = rate
        self.age = age
        self.coverage = coverage
        self.isOfDevice = isOfDevice
    }
}
