// Samples of three axes through the aggregator with epochs of 1, 5, 30 and 60 s, on arrays and in live batches.
import Documents
import Epochs
import Glibc
import Runtime
import Signals

let seconds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 36_000
var json = JSONText()
json.object { json in
    json.field("lengths_s", raw: Array("[1,5,30,60]".utf8))
    json.array("runs") { json in
        for hertz in [25, 100] {
            let values = motion(count: hertz * 3600)
            report("array of 1 h", hertz, batch: values.count / 3, seconds: seconds, values, &json)
        }
        let values = motion(count: 100 * 3600)
        report("batches of 10 s", 100, batch: 1000, seconds: seconds, values, &json)
        report("batches of 1 s", 100, batch: 100, seconds: seconds / 4, values, &json)
        report("live batches", 100, batch: 25, seconds: seconds / 4, values, &json)
    }
}
print(json.string)
