import Glibc
import TestKit

/// `make-cwa FILE [DAYS] [lived]`: writes an Axivity recording at 100 Hz in three axes, the same bytes each time; with
/// `lived` of days and nights (see ``LivedWeek``).
@main
enum MakeCWA {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 2, let file = fopen(arguments[1], "w") else {
            print("usage: make-cwa FILE [DAYS] [lived]")
            exit(2)
        }
        let days = arguments.count > 2 ? Double(arguments[2]) ?? 7 : 7
        var settings = CWAWriter.Settings()
        settings.trueHertz = 98.8
        var writer = CWAWriter(settings, keepsTruth: false)
        let sectors = Int((days * 86_400 * settings.trueHertz / Double(writer.capacity)).rounded(.down))
        let isLived = arguments.count > 3 && arguments[3] == "lived"
        var week = LivedWeek(hertz: settings.trueHertz, start: Int(settings.start / 1_000_000_000))
        var (last, values) = (-1, (Int16(0), Int16(0), Int16(0)))
        var left = sectors
        while left > 0 {
            let count = min(left, 4096)
            if isLived {
                writer.append(sectors: count) { sample, axis in
                    if sample != last { (last, values) = (sample, week.values(sample)) }
                    return axis == 0 ? values.0 : axis == 1 ? values.1 : values.2
                }
            } else {
                writer.append(sectors: count)
            }
            left -= count
            let bytes = writer.takeBytes()
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
                print("\(arguments[1]) cannot be written")
                exit(1)
            }
        }
        fclose(file)
        print("\(arguments[1]): \(sectors) sectors, \(writer.samples) samples, \(1024 + sectors * 512) bytes")
    }
}
