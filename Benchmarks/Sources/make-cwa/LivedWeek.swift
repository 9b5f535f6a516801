import Glibc

/// A wearer's week in raw values: days of moving and resting, nights of lying still in one posture after the other, read by
/// a sensor that is some per cent off, so that the whole way from bytes to nights has something to find.
struct LivedWeek {
    /// Samples per second and the recorder's wall clock at the first of them, in seconds.
    let hertz: Double
    let start: Int
    private static let scale = (1.021, 0.984, 1.013)
    private static let offset = (0.035, -0.042, 0.020)
    private var minute = -1
    private var posture = (0.0, 0.0, 1.0)
    private var shake = 0.0

    init(hertz: Double, start: Int) {
        (self.hertz, self.start) = (hertz, start)
    }

    /// Values of 256 to the g of one sample.
    mutating func values(_ sample: Int) -> (Int16, Int16, Int16) {
        let second = start + Int(Double(sample) / hertz)
        if second / 60 != minute { turn(to: second) }
        let x = raw(posture.0, Self.scale.0, Self.offset.0, sample, 0)
        let y = raw(posture.1, Self.scale.1, Self.offset.1, sample, 1)
        return (x, y, raw(posture.2, Self.scale.2, Self.offset.2, sample, 2))
    }

    private mutating func turn(to second: Int) {
        minute = second / 60
        let hour = second / 3600 % 24
        let isNight = hour >= 23 || hour < 7
        let isResting = isNight || Self.mixed(minute / 20, 3) % 4 == 0
        let place = isResting ? minute / (isNight ? 25 : 20) : minute
        let height = Double(Self.mixed(place, 1) % 2000) / 1000 - 1
        let turn = Double(Self.mixed(place, 2) % 6283) / 1000
        let across = (1 - height * height).squareRoot()
        posture = (across * cos(turn), across * sin(turn), height)
        shake = isResting ? 0.004 : 0.05 + Double(Self.mixed(minute, 5) % 400) / 1000
    }

    private func raw(_ g: Double, _ scale: Double, _ offset: Double, _ sample: Int, _ axis: Int) -> Int16 {
        let noise = Double(Self.mixed(sample, axis + 7) % 2048) / 1024 - 1
        return Int16((((g + shake * noise) / scale - offset) * 256).rounded())
    }

    private static func mixed(_ value: Int, _ salt: Int) -> Int {
        var word = UInt32(truncatingIfNeeded: value) &* 2_654_435_761 &+ UInt32(truncatingIfNeeded: salt) &* 40_503
        word = (word ^ word >> 15) &* 2_246_822_519
        return Int(word ^ word >> 13)
    }
}
