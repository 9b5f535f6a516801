import Devices
import Glibc

/// Sound sessions for the fuzzer to start from.
enum Seeds {
    /// Writes them into `folder`, which must be there.
    static func write(to folder: String) {
        var number = 0
        var session: [UInt8] = [2]
        for contact: HeartRateMeasurement.Contact in [.unsupported, .absent, .detected] {
            for energy: UInt16? in [nil, 7] {
                for rate: UInt16 in [61, 300] {
                    let value = HeartRateMeasurement(
                        rate: rate, contact: contact, energy: energy, intervals: [1007, 990 + UInt16(number)])
                    save([0] + value.encoded(), folder, number)
                    number += 1
                    session += notification(value.encoded(), after: 1960)
                }
            }
        }
        for step: Int16 in [1000, 3200, 5, 5, 1000, 20, -3000, .min, .max] {
            session += notification(HeartRateMeasurement(rate: 60, intervals: [1024]).encoded(), after: step)
        }
        save(session, folder, number)
        let steady = (0..<40).flatMap { index in
            notification(HeartRateMeasurement(rate: 66, intervals: [900 + UInt16(index % 9)]).encoded(), after: 890)
        }
        save([2] + steady, folder, number + 1)
        for (index, text) in ["800\n810\n", "0.8\n0.81\n", "t_s,rr_ms\n1,800\n5,900\n", "1644226061.0, IBI\n3,0.8\n"]
            .enumerated()
        {
            save([1] + Array(text.utf8), folder, number + 2 + index)
        }
    }

    private static func notification(_ value: [UInt8], after milliseconds: Int16) -> [UInt8] {
        let wait = UInt16(bitPattern: milliseconds)
        return [UInt8(truncatingIfNeeded: wait), UInt8(truncatingIfNeeded: wait >> 8), UInt8(value.count)] + value
    }

    private static func save(_ bytes: [UInt8], _ folder: String, _ number: Int) {
        guard let file = fopen("\(folder)/seed-\(number)", "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
