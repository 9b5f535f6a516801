extension CodecRegistry {
    /// Every codec of this program.
    package static let compiled = CodecRegistry([
        AxLECodec.self, BangleCodec.self, ColmiCodec.self, MovesenseCodec.self, PolarCodec.self,
    ])
}
