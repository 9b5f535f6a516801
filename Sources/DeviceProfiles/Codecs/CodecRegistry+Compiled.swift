extension CodecRegistry {
    /// Every codec of this program.
    public static let compiled = CodecRegistry([])
}
