//===- Npy.cpp - NumPy's .npy files ---------------------------------------===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format: the magic "\x93NUMPY", two bytes of version, the length of the
// header (two bytes in version 1, four later), the header (a Python dictionary
// as text, padded to a multiple of 64 bytes), the data.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace mlir::helion_fly::run;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static constexpr StringRef magic = StringRef("\x93NUMPY", 6);

static constexpr ElementType elementTypes[] = {
    {"f64", "<f8", 8, true},  {"f32", "<f4", 4, true},
    {"f16", "<f2", 2, true},  {"bf16", "<u2", 2, true},
    {"i64", "<i8", 8, false}, {"i32", "<i4", 4, false},
    {"i8", "|i1", 1, false},
};

const ElementType *mlir::helion_fly::run::lookupElementType(StringRef name) {
  const ElementType *it = llvm::find_if(
      elementTypes, [&](const ElementType &type) { return type.name == name; });
  return it == std::end(elementTypes) ? nullptr : it;
}

std::string mlir::helion_fly::run::listElementTypes() {
  std::string text;
  llvm::interleave(
      elementTypes,
      [&](const ElementType &type) {
        text += (type.name + " ('" + type.descr + "')").str();
      },
      [&] { text += ", "; });
  return text;
}

std::optional<int64_t>
mlir::helion_fly::run::countElements(llvm::ArrayRef<int64_t> shape,
                                     unsigned bytes) {
  constexpr int64_t maxBytes = int64_t(16) << 30;
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t count = 1;
  for (int64_t size : shape)
    if (llvm::MulOverflow(count, size, count) || count > maxBytes / bytes)
      return std::nullopt;
  return count;
}

int64_t NpyArray::getNumElements() const {
  return llvm::product_of(shape, int64_t(1));
}

static Error fileError(StringRef path, const llvm::Twine &what) {
  return llvm::createStringError(path + ": " + what);
}

// The text of the dictionary's value for `key`, up to the comma or bracket that
// ends it.
static std::optional<StringRef> findValue(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "'").str());
  if (at == StringRef::npos)
    return std::nullopt;
  StringRef rest = header.drop_front(at + key.size() + 2).ltrim();
  if (!rest.consume_front(":"))
    return std::nullopt;
  rest = rest.ltrim();
  if (rest.starts_with("("))
    return rest.take_front(rest.find(')') + 1);
  if (rest.starts_with("["))
    return rest.take_front(rest.find(']') + 1);
  return rest.take_until([](char c) { return c == ',' || c == '}'; }).rtrim();
}

static Error parseShape(StringRef text, llvm::SmallVectorImpl<int64_t> &shape) {
  llvm::SmallVector<StringRef> parts;
  text.trim("()").split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    int64_t size;
    if (part.trim().empty())
      continue;
    if (part.trim().getAsInteger(10, size) || size < 0)
      return llvm::createStringError("bad size '" + part + "' in its shape");
    shape.push_back(size);
  }
  return Error::success();
}

static Error unsupportedType(StringRef path, StringRef descr) {
  if (descr.starts_with(">"))
    return fileError(path, "big-endian data ('" + descr +
                               "'); save it as little-endian, for instance "
                               "x.astype(x.dtype.newbyteorder('<'))");
  return fileError(path, "element type '" + descr +
                             "' is not supported; supported are " +
                             listElementTypes());
}

static Error parseHeader(StringRef path, StringRef header, NpyArray &array) {
  std::optional<StringRef> descr = findValue(header, "descr");
  std::optional<StringRef> order = findValue(header, "fortran_order");
  std::optional<StringRef> shape = findValue(header, "shape");
  if (!descr || !order || !shape)
    return fileError(path, "the header lacks 'descr', 'fortran_order' or "
                           "'shape'");
  StringRef typeText = descr->trim("'\"");
  array.type = llvm::find_if(elementTypes, [&](const ElementType &type) {
    return type.descr == typeText ||
           (type.bytes == 1 &&
            type.descr.drop_front() == typeText.drop_front());
  });
  if (array.type == std::end(elementTypes))
    return unsupportedType(path, typeText);
  if (Error error = parseShape(*shape, array.shape))
    return fileError(path, llvm::toString(std::move(error)));
  if (!countElements(array.shape, array.type->bytes))
    return fileError(path, "shape " + *shape + " has more than 16 GiB");
  if (*order != "False" && array.shape.size() > 1)
    return fileError(path, "stored in Fortran order; save it in C order, for "
                           "instance numpy.ascontiguousarray(x)");
  return Error::success();
}

Expected<NpyArray> mlir::helion_fly::run::readNpy(StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return fileError(path, file.getError().message());
  StringRef text = (*file)->getBuffer();
  if (!text.consume_front(magic) || text.size() < 4)
    return fileError(path, "not a .npy file");
  unsigned lengthBytes = text[0] == 1 ? 2 : 4;
  text = text.drop_front(2);
  if (text.size() < lengthBytes)
    return fileError(path, "the header is cut off");
  uint32_t length = lengthBytes == 2
                        ? llvm::support::endian::read16le(text.data())
                        : llvm::support::endian::read32le(text.data());
  text = text.drop_front(lengthBytes);
  if (text.size() < length)
    return fileError(path, "the header is cut off");

  NpyArray array;
  if (Error error = parseHeader(path, text.take_front(length), array))
    return std::move(error);
  text = text.drop_front(length);
  uint64_t expected = array.getNumElements() * array.type->bytes;
  if (text.size() != expected)
    return fileError(path, "expected " + llvm::Twine(expected) +
                               " bytes of data, found " +
                               llvm::Twine(text.size()));
  array.data.assign(text.begin(), text.end());
  return array;
}

Error mlir::helion_fly::run::writeNpy(StringRef path, const NpyArray &array) {
  std::string shape;
  for (int64_t size : array.shape)
    shape += std::to_string(size) + ", ";
  // A tuple of one element keeps its comma.
  if (array.shape.size() > 1)
    shape.resize(shape.size() - 2);
  std::string header = ("{'descr': '" + array.type->descr +
                        "', 'fortran_order': False, 'shape': (" +
                        StringRef(shape).rtrim() + "), }")
                           .str();
  // Magic, version, length, header and a newline fill whole blocks of 64 bytes.
  uint64_t before = magic.size() + 4;
  uint64_t total = llvm::alignTo(before + header.size() + 1, 64);
  header.resize(total - before - 1, ' ');
  header += '\n';

  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (error)
    return fileError(path, error.message());
  char length[2];
  llvm::support::endian::write16le(length, header.size());
  os << magic << '\x01' << '\0';
  os.write(length, sizeof(length));
  os << header;
  os.write(array.data.data(), array.data.size());
  os.close();
  if (os.has_error()) {
    std::string message = os.error().message();
    os.clear_error();
    return fileError(path, message);
  }
  return Error::success();
}
