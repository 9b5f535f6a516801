import Runtime
import Signals

extension RingProducer where Element == MotionSample {
    /// Puts the samples of a three-axis batch in; what does not fit is refused and counted by the ring.
    mutating func push(batch: SampleBatch) {
        for index in 0..<batch.count {
            let value = 3 * index
            push(
                MotionSample(
                    time: batch.times.instant(at: index).nanoseconds, x: batch.values[value],
                    y: batch.values[value + 1], z: batch.values[value + 2]))
        }
    }
}
