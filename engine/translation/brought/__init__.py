"""A translation model that the user brought, in CTranslate2 format, in place of the shipped one."""
