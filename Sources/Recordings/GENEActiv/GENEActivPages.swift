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
    /// The samples as text, twelve hexadecimal digits each.
    var digits: ArraySlice<UInt8>

    /// Hexadecimal digits per sample.
    static let digitsPerSample = 12
    /// Samples in a whole page.
    static let samples = 300
}

/// Reads the pages of a file one after the other.
struct GENEActivPages {
    private var reader: LineReader
    private let header: GENEActivHeader
    /// Acceleration of the last page in g, three values for each sample.
    private(set) var motion = [Float](repeating: 0, count: 3 * GENEActivPage.samples)
    /// The last twelve bits of each sample of the last page: ten of light, the button's and a spare one.
    private(set) var rest = [UInt16](repeating: 0, count: GENEActivPage.samples)
    private var isInPage = true
    private var number = 0
    /// Pages with samples so far.
    private(set) var count = 0
    /// Pages left out because a line of them is damaged, and the byte after the first of them.
    private(set) var damaged = 0
    /// The offset of the first damaged page; nil for none.
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

    /// Reads the next page with samples; nil at the end.
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
        if let page = wholePage() { return page }
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
        return decode(page.digits) ? page : tellDamage()
    }

    /// The page that has begun where it is as it should be and lies in memory; nil, and nothing read, where it must be
    /// looked at line by line.
    private mutating func wholePage() -> GENEActivPage? {
        guard let (bytes, ends) = reader.nineLines() else { return nil }
        var page = GENEActivPage(digits: [])
        var start = bytes.startIndex
        for line in 0..<8 {
            defer { start = ends[line] + 1 }
            switch bytes[start] {
            case UInt8(ascii: "P"), UInt8(ascii: "T"), UInt8(ascii: "B"), UInt8(ascii: "S"): break
            case UInt8(ascii: "D"), UInt8(ascii: "U"), UInt8(ascii: "M"): continue
            default: return nil
            }
            guard let colon = bytes[start..<min(ends[line], start + 40)].firstIndex(of: UInt8(ascii: ":")) else {
                return nil
            }
            read(bytes[start..<colon], bytes[(colon + 1)..<withoutReturn(bytes, start, ends[line])], into: &page)
        }
        page.digits = bytes[start..<withoutReturn(bytes, start, ends[8])]
        guard page.digits.count == GENEActivPage.samples * GENEActivPage.digitsPerSample, decode(page.digits) else {
            return nil
        }
        reader.skip(to: ends[8])
        return page
    }

    /// The end of a line without its carriage return.
    private func withoutReturn(_ bytes: ArraySlice<UInt8>, _ start: Int, _ end: Int) -> Int {
        end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    }

    /// Reads the samples of a page; false when a digit of them is none.
    private mutating func decode(_ digits: ArraySlice<UInt8>) -> Bool {
        let (factor, shift) = (header.factor, header.shift)
        return digits.withUnsafeBytes { source in
            motion.withUnsafeMutableBufferPointer { target in
                rest.withUnsafeMutableBufferPointer { rest in
                    guard let source = source.baseAddress, let target = target.baseAddress, let rest = rest.baseAddress
                    else { return false }
                    return GENEActivSamples.decode(
                        source, count: digits.count / GENEActivPage.digitsPerSample, factor: factor, shift: shift,
                        into: target, rest: rest)
                }
            }
        }
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
        case (UInt8(ascii: "S"), 15): page.sequence = whole(value)
        default: break
        }
    }

    /// A whole number up to a billion, with blanks around it; nil for anything else.
    private func whole(_ text: ArraySlice<UInt8>) -> Int? {
        var number: Int?
        var hasEnded = false
        for byte in text {
            if byte == UInt8(ascii: " ") {
                hasEnded = number != nil
            } else if (48...57).contains(byte), !hasEnded, (number ?? 0) < 100_000_000 {
                number = (number ?? 0) * 10 + Int(byte - 48)
            } else {
                return nil
            }
        }
        return number
    }

    private func number(_ text: ArraySlice<UInt8>) -> Float? {
        text.withUnsafeBufferPointer { CondorField.number($0) }.flatMap { $0.isNaN ? nil : $0 }
    }
}
