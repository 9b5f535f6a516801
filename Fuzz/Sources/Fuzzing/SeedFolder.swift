import Glibc

/// Where the inputs go that a fuzzer starts from.
public struct SeedFolder {
    private let path: String
    private var count = 0

    /// The folder named on the command line after `--seeds`; nil when the program is to fuzz.
    public init?() {
        guard CommandLine.arguments.dropFirst().first == "--seeds", let path = CommandLine.arguments.last else {
            return nil
        }
        self.path = path
    }

    /// Writes one input.
    public mutating func save(_ bytes: [UInt8]) {
        guard let file = fopen("\(path)/seed-\(count)", "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        count += 1
    }

    /// Writes one input given in hexadecimal digits; spaces are for the reader.
    public mutating func save(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        save(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
