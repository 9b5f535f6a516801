import Glibc
import TestKit

/// Small sound recordings of every kind for the fuzzer to start from.
enum Seeds {
    /// Writes them into `folder`, which must be there.
    static func write(to folder: String) {
        var number = 0
        for packing: UInt8 in [0x30, 0x32, 0x62, 0x92] {
            for code: UInt8 in [74, 0x46, 0x4F, 0] {
                var settings = CWAWriter.Settings()
                (settings.packing, settings.rateCode, settings.hasFraction) = (packing, code, code != 0x46)
                settings.trueHertz = 0.988 * CWAWriter(settings).nominalHertz
                var writer = CWAWriter(settings)
                writer.append(sectors: 5)
                writer.lose(sectors: 1)
                writer.append(sectors: 3)
                writer.stepClock(bySeconds: 60)
                writer.append(sectors: 3)
                writer.restart(afterSeconds: 10)
                writer.append(sectors: 4)
                save([0] + writer.bytes, folder, number)
                save([1] + writer.bytes, folder, number + 1)
                var fixed: [UInt8] = [2]
                for start in stride(from: 1024, to: writer.bytes.count, by: 512) {
                    fixed += writer.bytes[start..<(start + 30)] + [0, 17]
                }
                save(fixed, folder, number + 2)
                number += 3
            }
        }
    }

    private static func save(_ bytes: [UInt8], _ folder: String, _ number: Int) {
        guard let file = fopen("\(folder)/seed-\(number)", "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
