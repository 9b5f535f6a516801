import Analysis
import Signals
import Testing

@Suite("Motion level")
struct MotionLevelTests {
    @Test("is zero at rest in any attitude and unknown before 10 pairs of seconds")
    func rest() {
        var motion = MotionLevel()
        #expect(motion.feature(at: at(0)) == .noSensor)
        for second in 0..<40 {
            motion.append(mean: 0.6, 0, 0.8, second: Int64(second))
            #expect(motion.level(at: at(second + 1)) == (second < 10 ? nil : 0))
        }
        #expect(motion.feature(at: at(40)) == .level(0, isJerked: false))
        #expect(motion.feature(at: at(100)) == .missing)
    }

    @Test("is the mean step between consecutive seconds")
    func steps() throws {
        var motion = MotionLevel()
        for second in 0..<60 { motion.append(mean: second.isMultiple(of: 2) ? 0 : 0.1, 0, 1, second: Int64(second)) }
        #expect(abs(try #require(motion.level(at: at(60))) - 0.1) < 1e-12)
    }

    @Test("holds for 10 s after a step above 0.3 g")
    func jerk() {
        var motion = MotionLevel()
        for second in 0..<60 { motion.append(mean: second == 40 ? 0.5 : 0, 0, 1, second: Int64(second)) }
        #expect(!motion.isJerked(at: at(40)))
        #expect(motion.isJerked(at: at(42)) && motion.isJerked(at: at(51)))
        #expect(!motion.isJerked(at: at(52)))
    }

    @Test("does not depend on how the samples are cut into batches", arguments: [1, 7, 25, 100, 1000])
    func cuts(size: Int) throws {
        let line = try #require(Timeline(origin: at(0), hertz: 31.7))
        let values = (0..<3000).map { Float(($0 * 7919) % 1000) / 1000 }
        var motion = MotionLevel()
        let whole = SampleBatch(
            device: DeviceID(rawValue: "x"), channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: .uniform(line), received: at(0))
        var reference = MotionLevel()
        for index in 0..<whole.count {
            let (x, y, z) = (values[3 * index], values[3 * index + 1], values[3 * index + 2])
            reference.append(x: Double(x), y: Double(y), z: Double(z), at: line.instant(at: index))
        }
        for start in stride(from: 0, to: whole.count, by: size) {
            motion.append(whole.slice(start..<min(start + size, whole.count)))
        }
        let level = try #require(motion.level(at: at(30)))
        #expect(abs(level - (try #require(reference.level(at: at(30))))) < 1e-12)
    }

    @Test("ignores samples of past seconds and values that are no numbers")
    func late() {
        var motion = MotionLevel()
        for second in 0..<30 { motion.append(mean: 0, 0, 1, second: Int64(second)) }
        motion.append(mean: 9, 9, 9, second: 5)
        motion.append(mean: .nan, 0, 1, second: 30)
        motion.append(mean: 0, 0, 1, second: .max)
        #expect(motion.level(at: at(30)) == 0)
    }

    private func at(_ second: Int) -> Instant { Instant(nanoseconds: Int64(second) * 1_000_000_000) }
}
