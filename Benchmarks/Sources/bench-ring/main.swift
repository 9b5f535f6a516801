// Samples through the ring from one thread to another, in samples per second.
import Documents
import Glibc
import Runtime
import Signals

/// Three axes at one instant: what a driver of a motion sensor would put in.
struct MotionSample: BitwiseCopyable, Sendable {
    var time: Int64
    var x: Float
    var y: Float
    var z: Float
    var sequence: UInt32
}

let total = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200_000_000
pin(to: 0)
var json = JSONText()
json.object { json in
    json.array("runs") { json in
        for batch in [64, 1024] {
            report(run(total: total, batch: batch) { UInt64(truncatingIfNeeded: $0) }, "8-byte element", batch, &json)
        }
        let make = { (index: Int) in MotionSample(time: Int64(index), x: 0, y: 0, z: 1, sequence: 0) }
        report(run(total: total / 2, batch: 256, make), "24-byte motion sample", 256, &json)
    }
}
print(json.string)
