import Glibc
import TestKit

/// `make-cwa FILE [DAYS]`: writes an Axivity recording at 100 Hz in three axes, the same bytes each time.
@main
enum MakeCWA {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 2, let file = fopen(arguments[1], "w") else {
            print("usage: make-cwa FILE [DAYS]")
            exit(2)
        }
        let days = arguments.count > 2 ? Double(arguments[2]) ?? 7 : 7
        var settings = CWAWriter.Settings()
        settings.trueHertz = 98.8
        var writer = CWAWriter(settings, keepsTruth: false)
        let sectors = Int((days * 86_400 * settings.trueHertz / Double(writer.capacity)).rounded(.down))
        var left = sectors
        while left > 0 {
            let count = min(left, 4096)
            writer.append(sectors: count)
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
