import Signals

/// One page: what its lines say, and its samples as text.
struct GENEActivPage {
    /// Wall-clock nanoseconds since 1970 of the first sample; nil when the recorder had lost its clock.
    var stamp: Int64?
    /// Degrees Celsius; nil when the page does not say.
    var temperature: Float?
    /// Volts; nil when the page does not say.
    var battery: Float?
    /// The page's own number; nil when it does not say.
    var sequence: Int?
    /// Twelve hexadecimal digits for each sample.
    var digits: ArraySlice<UInt8>

    /// Digits of a sample.
    static let digitsPerSample = 12
    /// Samples of a whole page.
    static let samples = 300
}

/// Reads the pages of a file one after the other.
struct GENEActivPages {
    private var reader: LineReader
    private let header: GENEActivHeader
    private var isInPage = true
    private var number = 0
    /// Pages with samples so far.
    private(set) var count = 0
    /// Pages left out because a line of them is damaged, and the byte after the first of them.
    private(set) var damaged = 0
    /// See ``damaged``.
    private(set) var firstDamage: Int?
    /// Samples of the last page, which the file's end cuts; nil for a whole one.
    private(set) var cutPage: Int?

    /// Lines of a page after the one that begins it.
    private static let linesPerPage = 9

    /// After the header, whose last line began the first page.
    init(_ reader: LineReader, header: GENEActivHeader) {
        self.reader = reader
        self.header = header
    }

    /// Bytes read so far.
    var consumed: Int { reader.consumed }

    /// The next page that has samples.
    mutating func next() throws -> GENEActivPage? {
        while true {
            if !isInPage {
                guard let line = try reader.next() else { return nil }
                guard line.bytes.starts(with: GENEActivHeader.pageStart) else { continue }
            }
            isInPage = false
            number += 1
            if let page = try page() {
                count += 1
                return page
            }
        }
    }

    /// The page that has begun; nil when it is damaged, with the reader behind what is bad in it.
    private mutating func page() throws -> GENEActivPage? {
        var page = GENEActivPage(digits: [])
        for _ in 0..<Self.linesPerPage {
            guard let line = try reader.next() else {
                cutPage = 0
                return nil
            }
            if line.bytes.starts(with: GENEActivHeader.pageStart) {
                // The next page begins before this one has ended.
                isInPage = true
                break
            }
            guard let colon = line.bytes.prefix(40).firstIndex(of: UInt8(ascii: ":")) else {
                page.digits = line.bytes
                break
            }
            read(line.bytes[..<colon], line.bytes[(colon + 1)...], into: &page)
        }
        let whole = GENEActivPage.samples * GENEActivPage.digitsPerSample
        let digits = page.digits.count - page.digits.count % GENEActivPage.digitsPerSample
        let isLast = reader.isAtEnd
        guard digits > 0, digits <= whole, digits == whole || isLast else {
            return tellDamage()
        }
        page.digits = page.digits.prefix(digits)
        if page.digits.count < whole { cutPage = digits / GENEActivPage.digitsPerSample }
        guard page.digits.withUnsafeBufferPointer(GENEActivSamples.areDigits) else { return tellDamage() }
        return page
    }

    private mutating func tellDamage() -> GENEActivPage? {
        damaged += 1
        firstDamage = firstDamage ?? reader.consumed
        return nil
    }

    private func read(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, into page: inout GENEActivPage) {
        // The first letters tell the lines apart: Page Time, Temperature, Battery voltage, Sequence Number.
        switch (key.first, key.count) {
        case (UInt8(ascii: "P"), 9): page.stamp = GENEActivHeader.time(value)
        case (UInt8(ascii: "T"), 11): page.temperature = number(value)
        case (UInt8(ascii: "B"), 15): page.battery = number(value)
        case (UInt8(ascii: "S"), 15): page.sequence = Int(String(ofLog: value).trimmed)
        default: break
        }
    }

    private func number(_ text: ArraySlice<UInt8>) -> Float? {
        text.withUnsafeBufferPointer { CondorField.number($0) }.flatMap { $0.isNaN ? nil : $0 }
    }
}
