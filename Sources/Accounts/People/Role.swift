public import Documents

/// What a person may do on the gateway.
public typealias Role = PersonRole
