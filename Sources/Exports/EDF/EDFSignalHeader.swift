/// What the header says of one signal.
struct EDFSignalHeader: Hashable {
    /// At most 16 characters.
    var label: String
    /// The kind of sensor; at most 80 characters.
    var transducer: String
    /// The unit; at most 8 characters, empty for a pure number.
    var dimension: String
    /// The physical value of -32768; at most 8 characters.
    var physicalMinimum: String
    /// The physical value of ``digitalMaximum``; at most 8 characters.
    var physicalMaximum: String
    /// The greatest digital value.
    var digitalMaximum = 32_767
    /// Samples in each record.
    var samplesPerRecord: Int

    /// What stands in the field for filters.
    static let missingNote = "None. Digital -32768: nothing recorded"
}
